import * as oidc from 'openid-client'
import { cleanEmail, cleanName, SOCIAL_TIMEOUT_MS, type SocialProvider } from './provider.ts'

type GoogleConfig = { issuer_url: string; client_id: string; client_secret: string }

/**
 * Google, or any OpenID provider at `issuer_url`. The id_token must be signed by RS256 with a
 * published key and carry our issuer, audience, nonce and time, although it comes straight from
 * the token endpoint.
 */
export function openGoogle(config: GoogleConfig): SocialProvider {
  let discovered: Promise<oidc.Configuration> | undefined

  /** Discovery happens at the first sign-in, so that a silent provider does not stop the start. */
  async function discover(): Promise<oidc.Configuration> {
    discovered ??= begin(config)
    try {
      return await discovered
    } catch (error) {
      discovered = undefined
      throw error
    }
  }

  return {
    async authorizationUrl({ redirect_uri, state, nonce, verifier }) {
      const url = oidc.buildAuthorizationUrl(await discover(), {
        redirect_uri,
        state,
        nonce,
        scope: 'openid email profile',
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return url.href
    },

    async readProfile({ redirect_uri, state, nonce, verifier }, { code, iss }) {
      const client = await discover()
      const back = new URL(redirect_uri)
      back.searchParams.set('code', code)
      back.searchParams.set('state', state)
      // Each provider has a callback page of its own, so a mix-up cannot happen even where the
      // page did not pass the issuer on.
      back.searchParams.set('iss', iss ?? client.serverMetadata().issuer)
      const tokens = await oidc.authorizationCodeGrant(client, back, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims || claims.sub === '') throw new Error('the id_token names nobody')
      return {
        subject: claims.sub,
        email: cleanEmail(claims['email']),
        // Only the boolean counts; a text "true" is not what the protocol says.
        email_verified: claims['email_verified'] === true,
        first_name: cleanName(claims['given_name'] ?? claims['name']),
        last_name: cleanName(claims['family_name']),
      }
    },
  }
}

function begin({
  issuer_url,
  client_id,
  client_secret,
}: GoogleConfig): Promise<oidc.Configuration> {
  const execute = [oidc.enableNonRepudiationChecks]
  // A provider of a test or of a closed network; Google itself is https.
  if (issuer_url.startsWith('http://')) execute.push(oidc.allowInsecureRequests)
  return oidc.discovery(
    new URL(issuer_url),
    client_id,
    { id_token_signed_response_alg: 'RS256' },
    oidc.ClientSecretPost(client_secret),
    { execute, timeout: SOCIAL_TIMEOUT_MS / 1000 },
  )
}
