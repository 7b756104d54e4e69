import type { Client, ClientOptions } from 'openapi-fetch'
import type { paths } from './schema.d.ts'

export type { paths } from './schema.d.ts'

/** `GET(path, {params})`, `POST(path, {params, body})`, `DELETE(path, {params})`, all typed. */
export type PosClient = Client<paths>

export type PosClientOptions = Omit<ClientOptions, 'baseUrl' | 'headers'> & {
  /** Where the program answers, such as `https://shop.example`. */
  origin: string
  /** Of an integration, or of a cashier from `manager-auth`; only `manager-auth` needs none. */
  token?: string
  /** The language of sentences in refusals: `uk`, `ru`, `en`. */
  language?: string
  headers?: Record<string, string>
}

/** A client of the POS API at `origin`, with the bearer token of a cashier or of a program. */
export declare function openPosClient(options: PosClientOptions): PosClient
