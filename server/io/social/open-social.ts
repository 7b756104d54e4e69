import type { Config } from '../config.ts'
import { openFacebook } from './facebook.ts'
import { openGoogle } from './google.ts'
import type { SocialProvider } from './provider.ts'

export type Social = { google: SocialProvider | undefined; facebook: SocialProvider | undefined }

/** The providers that the configuration has keys for; the others' buttons are hidden. */
export function openSocial(config: Config): Social {
  return {
    google:
      config.GOOGLE_CLIENT_ID !== undefined && config.GOOGLE_CLIENT_SECRET !== undefined
        ? openGoogle({
            issuer_url: config.GOOGLE_ISSUER_URL,
            client_id: config.GOOGLE_CLIENT_ID,
            client_secret: config.GOOGLE_CLIENT_SECRET,
          })
        : undefined,
    facebook:
      config.FACEBOOK_CLIENT_ID !== undefined && config.FACEBOOK_CLIENT_SECRET !== undefined
        ? openFacebook({
            client_id: config.FACEBOOK_CLIENT_ID,
            client_secret: config.FACEBOOK_CLIENT_SECRET,
            dialog_url: config.FACEBOOK_DIALOG_URL,
            graph_url: config.FACEBOOK_GRAPH_URL.replace(/\/+$/, ''),
          })
        : undefined,
  }
}
