import createClient from 'openapi-fetch'

/** A client of the POS API at `origin`, with the bearer token of a cashier or of a program. */
export function openPosClient({ origin, token, language = 'en', ...options }) {
  const headers = { 'accept-language': language, ...options.headers }
  if (token !== undefined) headers.authorization = `Bearer ${token}`
  return createClient({ ...options, baseUrl: origin, headers })
}
