/** What the stand-in of Telegram says no with. */
export class Refused extends Error {
  readonly code: number
  readonly description: string
  readonly retry_after: number | undefined
  constructor(code: number, description: string, retry_after?: number) {
    super(description)
    this.code = code
    this.description = description
    this.retry_after = retry_after
  }
}
