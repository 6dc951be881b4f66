require_relative "verify"

secrets = ENV.fetch("WEBHOOK_SECRETS", "").split(",")
good = genuine?(secrets, ENV["WEBHOOK_ID"], ENV["WEBHOOK_TIMESTAMP"], ENV["WEBHOOK_SIGNATURE"], $stdin.binmode.read)
puts good ? "genuine" : "refused"
exit good ? 0 : 1
