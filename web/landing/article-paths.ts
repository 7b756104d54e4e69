/** The articles by the names of their files, in the order of lists; the addresses are the seed's. */
export const articlePaths = {
  'yak-zbilshyty-prodazhi': '/yak-zbilshyty-prodazhi',
  local_marketing: '/local_marketing',
  rmk_manual: '/articles/rmk_manual',
  bot_creation: '/articles/bot_creation',
  chat_bot_for_bas_sb: '/articles/chat_bot_for_bas_sb',
  how_to_improve_efficiency_bas: '/articles/how_to_improve_efficiency_bas',
  bas_user_manual: '/articles/bas_user_manual',
} as const

export type Article = keyof typeof articlePaths
export const articleNames = Object.keys(articlePaths) as Article[]
