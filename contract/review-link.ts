/** The page where a shop gathers its reviews on Google. Without zod, for both wings. */

export const REVIEW_LINK_MAX = 300

const HOST =
  /^(?:g\.page|share\.google|goo\.gl|maps\.app\.goo\.gl|(?:[a-z]+\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?)$/

/** Whether it is an https address at Google, without a name or a password in it. */
export function isReviewLink(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:' || url.username !== '' || url.port !== '') return false
  return text.length <= REVIEW_LINK_MAX && HOST.test(url.hostname)
}
