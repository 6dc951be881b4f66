<?php

// $secrets: the endpoint's signing secret, and during a rotation the earlier one, too
// $id, $timestamp, $signatures: the headers webhook-id, webhook-timestamp and webhook-signature
// $body: the raw bytes of the request, file_get_contents('php://input')
function is_genuine(array $secrets, ?string $id, ?string $timestamp, ?string $signatures, string $body): bool
{
    if (!$id || !$signatures || !preg_match('/^\d{1,12}$/D', $timestamp ?? '')) {
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
}
