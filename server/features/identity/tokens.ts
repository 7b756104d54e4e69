import { hash, randomBytes } from 'node:crypto'

/** An opaque token of 256 bits. Who has it may; the database keeps only its hash. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is kept of a token. Plain SHA-256 will do: 256 random bits cannot be guessed. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
