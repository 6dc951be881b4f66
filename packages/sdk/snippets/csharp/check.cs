using System;
using System.IO;

static class Check
{
    static int Main()
    {
        var body = new MemoryStream();
        Console.OpenStandardInput().CopyTo(body);
        Func<string, string> env = Environment.GetEnvironmentVariable;
        var isGood = Webhook.IsGenuine(
            (env("WEBHOOK_SECRETS") ?? "").Split(','), env("WEBHOOK_ID"), env("WEBHOOK_TIMESTAMP"), env("WEBHOOK_SIGNATURE"), body.ToArray());
        Console.WriteLine(isGood ? "genuine" : "refused");
        return isGood ? 0 : 1;
    }
}
