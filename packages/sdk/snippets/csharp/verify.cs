using System;
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
        if (!Regex.IsMatch(timestamp ?? "", @"^[0-9]{1,12}\z")) return false;
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
}
