// Written by scripts/generate-snippets.ts from packages/sdk/snippets, where tests run these texts.

/** How a receiver checks a signature, by language. */
export const verifySnippets = [
  {
    language: "Node.js",
    code: `import { createHmac, timingSafeEqual } from "node:crypto";

// secrets: the endpoint's signing secret, and during a rotation the earlier one, too
// id, timestamp, signatures: the headers webhook-id, webhook-timestamp and webhook-signature
// body: the raw bytes of the request, before anything parses them
export function isGenuine(secrets, id, timestamp, signatures, body) {
  if (!id || !signatures || !/^\\d{1,12}$/.test(timestamp ?? "")) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const given = signatures.split(" ").filter((part) => part.startsWith("v1,"));
  return secrets.some((secret) => {
    const key = Buffer.from(secret.replace("whsec_", ""), "base64");
    if (key.length < 24) throw new Error("the signing secret is missing or cut short");
    const expected = createHmac("sha256", key).update(\`\${id}.\${timestamp}.\`).update(body).digest();
    return given.some((part) => {
      const signature = Buffer.from(part.slice(3), "base64");
      return signature.length === expected.length && timingSafeEqual(signature, expected);
    });
  });
}`,
  },
  {
    language: "Python",
    code: `import base64
import hashlib
import hmac
import re
import time


# secrets: the endpoint's signing secret, and during a rotation the earlier one, too
# id, timestamp, signatures: the headers webhook-id, webhook-timestamp and webhook-signature
# body: the raw bytes of the request, before anything parses them
def is_genuine(secrets, id, timestamp, signatures, body):
    if not id or not signatures or not re.fullmatch(r"[0-9]{1,12}", timestamp or ""):
        return False
    if abs(time.time() - int(timestamp)) > 300:
        return False
    given = [part[3:].encode() for part in signatures.split(" ") if part.startswith("v1,")]
    for secret in secrets:
        key = base64.b64decode(secret.removeprefix("whsec_"))
        if len(key) < 24:
            raise ValueError("the signing secret is missing or cut short")
        digest = hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
        if any(hmac.compare_digest(signature, base64.b64encode(digest)) for signature in given):
            return True
    return False`,
  },
  {
    language: "Go",
    code: `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"
)

// IsGenuine tells a delivery from anything else.
// secrets: the endpoint's signing secret, and during a rotation the earlier one, too
// id, timestamp, signatures: the headers webhook-id, webhook-timestamp and webhook-signature
// body: the raw bytes of the request, before anything parses them
func IsGenuine(secrets []string, id, timestamp, signatures string, body []byte) bool {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || id == "" {
		return false
	}
	if age := time.Now().Unix() - seconds; age > 300 || age < -300 {
		return false
	}
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || len(key) < 24 {
			panic("the signing secret is missing or cut short")
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + timestamp + "."))
		mac.Write(body)
		expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
		for _, given := range strings.Fields(signatures) {
			if hmac.Equal([]byte(given), []byte(expected)) {
				return true
			}
		}
	}
	return false
}`,
  },
  {
    language: "Ruby",
    code: `require "openssl"

# secrets: the endpoint's signing secret, and during a rotation the earlier one, too
# id, timestamp, signatures: the headers webhook-id, webhook-timestamp and webhook-signature
# body: the raw bytes of the request, before anything parses them
def genuine?(secrets, id, timestamp, signatures, body)
  return false if id.to_s.empty? || signatures.to_s.empty? || !timestamp.to_s.match?(/\\A\\d{1,12}\\z/)
  return false if (Time.now.to_i - timestamp.to_i).abs > 300

  given = signatures.split(" ").select { |part| part.start_with?("v1,") }
  secrets.any? do |secret|
    key = secret.delete_prefix("whsec_").unpack1("m")
    raise ArgumentError, "the signing secret is missing or cut short" if key.bytesize < 24

    digest = OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{timestamp}.".b + body.b)
    expected = "v1,#{[digest].pack("m0")}"
    given.any? { |part| OpenSSL.secure_compare(part, expected) }
  end
end`,
  },
  {
    language: "PHP",
    code: `<?php

// $secrets: the endpoint's signing secret, and during a rotation the earlier one, too
// $id, $timestamp, $signatures: the headers webhook-id, webhook-timestamp and webhook-signature
// $body: the raw bytes of the request, file_get_contents('php://input')
function is_genuine(array $secrets, ?string $id, ?string $timestamp, ?string $signatures, string $body): bool
{
    if (!$id || !$signatures || !preg_match('/^\\d{1,12}$/D', $timestamp ?? '')) {
        return false;
    }
    if (abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    foreach ($secrets as $secret) {
        $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
        if (strlen($key) < 24) {
            throw new InvalidArgumentException('the signing secret is missing or cut short');
        }
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        foreach (explode(' ', $signatures) as $given) {
            if (hash_equals($expected, $given)) {
                return true;
            }
        }
    }
    return false;
}`,
  },
  {
    language: "Java",
    code: `import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class Webhook {
    // secrets: the endpoint's signing secret, and during a rotation the earlier one, too
    // id, timestamp, signatures: the headers webhook-id, webhook-timestamp and webhook-signature
    // body: the raw bytes of the request, before anything parses them
    static boolean isGenuine(List<String> secrets, String id, String timestamp, String signatures, byte[] body)
            throws GeneralSecurityException {
        if (id == null || id.isEmpty() || signatures == null || timestamp == null || !timestamp.matches("[0-9]{1,12}")) {
            return false;
        }
        if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > 300) {
            return false;
        }
        for (String secret : secrets) {
            byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
            if (key.length < 24) {
                throw new IllegalArgumentException("the signing secret is missing or cut short");
            }
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
            byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(StandardCharsets.UTF_8);
            for (String given : signatures.split(" ")) {
                if (MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected)) {
                    return true;
                }
            }
        }
        return false;
    }

    private Webhook() {}
}`,
  },
  {
    language: "C#",
    code: `using System;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

static class Webhook
{
    // secrets: the endpoint's signing secret, and during a rotation the earlier one, too
    // id, timestamp, signatures: the headers webhook-id, webhook-timestamp and webhook-signature
    // body: the raw bytes of the request, before anything parses them
    public static bool IsGenuine(string[] secrets, string id, string timestamp, string signatures, byte[] body)
    {
        if (string.IsNullOrEmpty(id) || string.IsNullOrEmpty(signatures)) return false;
        if (!Regex.IsMatch(timestamp ?? "", @"^[0-9]{1,12}\\z")) return false;
        if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - long.Parse(timestamp)) > 300) return false;
        var signed = Encoding.UTF8.GetBytes($"{id}.{timestamp}.").Concat(body).ToArray();
        foreach (var secret in secrets)
        {
            var key = Convert.FromBase64String(Regex.Replace(secret, "^whsec_", ""));
            if (key.Length < 24) throw new ArgumentException("the signing secret is missing or cut short");
            using (var hmac = new HMACSHA256(key))
            {
                var expected = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(hmac.ComputeHash(signed)));
                foreach (var given in signatures.Split(' '))
                    if (CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(given), expected)) return true;
            }
        }
        return false;
    }
}`,
  },
  {
    language: "Shell",
    code: `# Usage: is_genuine "$secrets" "$id" "$timestamp" "$signatures" < body
# secrets: the endpoint's signing secret, and during a rotation the earlier one, too, with a space between them
# id, timestamp, signatures: the headers webhook-id, webhook-timestamp and webhook-signature
# The secret is an argument of openssl here, which others on the machine can see: for looking at a delivery, not for a service.
is_genuine() (
  set -f
  case $3 in '' | *[!0-9]*) return 1 ;; esac
  [ -n "$2" ] && [ "\${#3}" -le 12 ] || return 1
  age=$(($(date +%s) - $3))
  [ "$age" -le 300 ] && [ "$age" -ge -300 ] || return 1
  body=$(mktemp) && trap 'rm -f "$body"' EXIT && cat > "$body" || return 1
  for secret in $1; do
    key=$(printf %s "\${secret#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')
    [ "\${#key}" -ge 48 ] || { echo "the signing secret is missing or cut short" >&2; return 2; }
    expected=$({ printf %s. "$2" "$3" && cat "$body"; } | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
    for given in $4; do
      [ "$given" = "v1,$expected" ] && return 0
    done
  done
  return 1
)`,
  },
] as const;
