import java.nio.charset.StandardCharsets;
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
}
