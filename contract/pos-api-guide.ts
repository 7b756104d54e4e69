/** The introduction of the POS API's reference page, in the Markdown that page renders. */
import { DEVELOPERS_PATH } from './site.ts'

export const POS_API_GUIDE = `
For tills and accounting systems: JSON over HTTPS, a bearer token, decimal numbers for money.
Step by step: the **[guides](${DEVELOPERS_PATH}?lang=en)**, also in
[Ukrainian](${DEVELOPERS_PATH}?lang=ua-UA).

A cashier signs in with a login and a PIN (\`manager-auth\`). A program gets a long-lived token from
the owner: cabinet, API and webhooks. Either goes into every call: \`Authorization: Bearer <token>\`.

1. \`POST /pos-api/v1/receipt\` names the buyer and the sale, and answers what the buyer pays, may
   spend and will earn, with a \`receipt_id\`. Writes nothing to the ledger.
2. \`POST /pos-api/v1/bonuses/create\` with that \`receipt_id\` and the same \`discount_amount\` makes the
   receipt. \`discount_amount\` is the money taken off by spending bonuses; 1 bonus = 1 currency unit.

Every call may be repeated: the same \`receipt_id\` or \`Idempotency-Key\` has one effect and one answer.
Refusals are \`application/problem+json\` with a stable \`code\`. Money and bonuses have at most 2
fraction digits, quantities 3; moments are RFC 3339 in UTC, days are days of the shop's time zone.
`.trim()
