/** What the bot is shown to answer, in the order of the list. */
export const botAnswers = ['balance', 'history', 'news', 'places', 'friend', 'rating'] as const
