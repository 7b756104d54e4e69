import { Api, GrammyError, HttpError, InputFile } from 'grammy'
import { download } from './download.ts'
import { CALL_MS, MessengerError, neverLeft, type MessengerApi } from './messenger.ts'

/** The Telegram Bot API through grammY, at `api_url`. */
export function openTelegram(api_url: string): MessengerApi {
  const apiRoot = api_url.replace(/\/+$/, '')
  return {
    async call<Result>(
      token: string,
      method: string,
      payload: object,
      { attachment, timeout_ms = CALL_MS, signal }: Parameters<MessengerApi['call']>[3] = {},
    ): Promise<Result> {
      const api = new Api(token, { apiRoot, timeoutSeconds: Math.ceil(timeout_ms / 1000) })
      const raw = api.raw as unknown as Record<
        string,
        (...args: (object | undefined)[]) => Promise<Result>
      >
      const call = raw[method]
      if (!call) throw new Error(`Telegram has no method ${method}`)
      try {
        // These two take nothing, and grammY wants nothing given.
        if (method === 'getMe' || method === 'getWebhookInfo') return await call(signal)
        return await call(attachment ? withFile(payload, attachment) : payload, signal)
      } catch (error) {
        throw troubleOf(error)
      }
    },
    async download(token, place) {
      // A server of one's own may answer a path of its disk, which is nothing to ask for.
      if (!/^[\w-]+(\/[\w.-]+)*$/.test(place)) throw new MessengerError('bad', 'no such file')
      return download(`${apiRoot}/file/bot${token}/${place}`)
    },
  }
}

/** `attach` stands where the file belongs: as the field itself, or inside `media`. */
function withFile(
  payload: object,
  { field, file_name, bytes }: { field: string; file_name: string; bytes: Uint8Array },
): object {
  const file = new InputFile(bytes, file_name)
  const { [field]: place } = payload as Record<string, object | undefined>
  return { ...payload, [field]: place ? { ...place, media: file } : file }
}

function troubleOf(error: unknown): unknown {
  if (error instanceof HttpError) {
    return new MessengerError('unreachable', 'no answer', { never_left: neverLeft(error) })
  }
  if (!(error instanceof GrammyError)) return error
  const { error_code: code, description, parameters } = error
  if (code === 401 || code === 404) return new MessengerError('revoked', description)
  if (code === 403) return new MessengerError('blocked', description)
  if (code === 429) {
    const retry_after = Math.max(1, parameters.retry_after ?? 1)
    return new MessengerError('slow_down', description, { retry_after })
  }
  if (code >= 500 || code === 409) return new MessengerError('unreachable', description)
  if (/chat not found|user is deactivated|PEER_ID_INVALID/i.test(description)) {
    return new MessengerError('blocked', description)
  }
  if (/message (to (edit|delete) not found|can't be (edited|deleted))/i.test(description)) {
    return new MessengerError('gone', description)
  }
  return new MessengerError('bad', description)
}
