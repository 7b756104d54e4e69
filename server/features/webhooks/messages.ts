import { setLetter } from '#server/io/mail/letter.ts'
import type { Letter } from '#server/io/mail/mail.ts'
import { textIn } from '#server/io/text.ts'
import type { EndpointRow } from './store.ts'

/** An address of a shop took nothing for three days and was switched off. */
export function writeStoppedLetter(
  public_url: string,
  owner: { email: string; name: string },
  endpoint: Pick<EndpointRow, 'organization_id' | 'url' | 'language'>,
): Letter {
  const say = textIn(endpoint.language)
  const words = setLetter({
    language: endpoint.language,
    subject: say('webhooks:stopped_subject', { organization: owner.name }),
    paragraphs: [
      say('webhooks:stopped_text', { host: new URL(endpoint.url).host }),
      say('webhooks:stopped_next'),
    ],
    button: {
      title: say('webhooks:stopped_button'),
      url: `${public_url}/organizations/webhooks/${endpoint.organization_id}`,
    },
  })
  return { to: owner.email, ...words }
}
