/** The seed's claims, in per cent; the page shows them with their footnote. */
export const claims = {
  receipt: 57,
  return: 77,
  profit: 25,
  /** Messages that are opened. */
  opened: 90,
  /** Ukrainians with Telegram or Viber. */
  messengers: 95,
  /** More repeat sales. */
  repeat: 30,
}
