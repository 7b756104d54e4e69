import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { cleanEmail, cleanName, SOCIAL_TIMEOUT_MS, type SocialProvider } from './provider.ts'

type FacebookConfig = {
  client_id: string
  client_secret: string
  dialog_url: string
  graph_url: string
}

const tokenAnswer = z.object({ access_token: z.string().min(1) })
const meAnswer = z.object({
  id: z.string().min(1),
  email: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  name: z.string().optional(),
})

/**
 * Facebook Login by authorization code. It says nothing of whether the e-mail was verified, so it
 * never counts as such. It knows no nonce: the state and the PKCE verifier bind the code to us.
 */
export function openFacebook(config: FacebookConfig): SocialProvider {
  const { client_id, client_secret, dialog_url, graph_url } = config
  return {
    async authorizationUrl({ redirect_uri, state, verifier }) {
      const url = new URL(dialog_url)
      const code_challenge = createHash('sha256').update(verifier).digest('base64url')
      const parameters = { client_id, redirect_uri, state, code_challenge }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      url.searchParams.set('code_challenge_method', 'S256')
      url.searchParams.set('response_type', 'code')
      url.searchParams.set('scope', 'public_profile,email')
      return url.href
    },

    async readProfile({ redirect_uri, verifier }, { code }) {
      const exchange = { client_id, client_secret, redirect_uri, code, code_verifier: verifier }
      const { access_token } = tokenAnswer.parse(
        await get(`${graph_url}/oauth/access_token`, exchange),
      )
      // Proves to Facebook that the token is used by its owner, us, and not by who stole it.
      const appsecret_proof = createHmac('sha256', client_secret).update(access_token).digest('hex')
      const fields = 'id,email,first_name,last_name,name'
      const me = meAnswer.parse(
        await get(`${graph_url}/me`, { fields, access_token, appsecret_proof }),
      )
      return {
        subject: me.id,
        email: cleanEmail(me.email),
        email_verified: false,
        first_name: cleanName(me.first_name ?? me.name),
        last_name: cleanName(me.last_name),
      }
    },
  }
}

/** The address carries secrets, so no error may quote it. */
async function get(address: string, parameters: Record<string, string>): Promise<unknown> {
  const answer = await fetch(`${address}?${new URLSearchParams(parameters).toString()}`, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(SOCIAL_TIMEOUT_MS),
  })
  if (!answer.ok) throw new Error(`Facebook answered ${answer.status}`)
  return answer.json()
}
