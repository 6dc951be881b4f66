import java.util.Arrays;

final class Check {
    public static void main(String[] args) throws Exception {
        boolean isGood = Webhook.isGenuine(
                Arrays.asList(System.getenv("WEBHOOK_SECRETS").split(",")),
                System.getenv("WEBHOOK_ID"),
                System.getenv("WEBHOOK_TIMESTAMP"),
                System.getenv("WEBHOOK_SIGNATURE"),
                System.in.readAllBytes());
        System.out.println(isGood ? "genuine" : "refused");
        System.exit(isGood ? 0 : 1);
    }
}
