/** The seed's claims, in per cent; the page shows them with their footnote. */
export const claims = { receipt: 57, return: 77, profit: 25 }
