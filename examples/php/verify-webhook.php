<?php
/** Checks the signature of a webhook (https://www.standardwebhooks.com): exit code 0 when it is ours. */
declare(strict_types=1);

const TOLERANCE_SECONDS = 300;

function isSigned(string $secret, string $id, string $timestamp, string $signature, string $body): bool
{
    if (abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $wanted = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // Two signatures for a day after the secret was changed.
    foreach (explode(' ', $signature) as $one) {
        if (hash_equals($wanted, $one)) {
            return true;
        }
    }
    return false;
}

[, $id, $timestamp, $signature] = $argv;
$body = stream_get_contents(STDIN);
$signed = isSigned((string) getenv('VERTA_WEBHOOK_SECRET'), $id, $timestamp, $signature, $body);
echo $signed ? "signed\n" : "refused\n";
exit($signed ? 0 : 1);
