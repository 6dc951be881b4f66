<?php

require __DIR__ . '/verify.php';

$env = fn (string $name): ?string => getenv($name) === false ? null : getenv($name);
$secrets = explode(',', $env('WEBHOOK_SECRETS') ?? '');
$body = stream_get_contents(STDIN);
$good = is_genuine($secrets, $env('WEBHOOK_ID'), $env('WEBHOOK_TIMESTAMP'), $env('WEBHOOK_SIGNATURE'), $body);
echo $good ? "genuine\n" : "refused\n";
exit($good ? 0 : 1);
