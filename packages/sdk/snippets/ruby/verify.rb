require "openssl"

# secrets: the endpoint's signing secret, and during a rotation the earlier one, too
# id, timestamp, signatures: the headers webhook-id, webhook-timestamp and webhook-signature
# body: the raw bytes of the request, before anything parses them
def genuine?(secrets, id, timestamp, signatures, body)
  return false if id.to_s.empty? || signatures.to_s.empty? || !timestamp.to_s.match?(/\A\d{1,12}\z/)
  return false if (Time.now.to_i - timestamp.to_i).abs > 300

  given = signatures.split(" ").select { |part| part.start_with?("v1,") }
  secrets.any? do |secret|
    key = secret.delete_prefix("whsec_").unpack1("m")
    raise ArgumentError, "the signing secret is missing or cut short" if key.bytesize < 24

    digest = OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{timestamp}.".b + body.b)
    expected = "v1,#{[digest].pack("m0")}"
    given.any? { |part| OpenSSL.secure_compare(part, expected) }
  end
end
