/** The floors of the server: a feature imports features of lower floors only. See docs/house.md. */
export const floors: Record<string, number> = {
  ledger: 0,
  identity: 0,
  locations: 0,
  feedback: 0,
  organizations: 1,
  program: 2,
  licensing: 2,
  catalog: 2,
  pos: 3,
  promotions: 3,
  buyers: 3,
  receipts: 4,
  segments: 5,
  bots: 5,
  posts: 6,
  reports: 7,
}

/** Files with these names are private to their feature; `app.ts` alone takes routes and jobs. */
export const privateFiles = /^(routes|store|jobs|messages)(-\w+)*\.ts$|-(store|routes|jobs)\.ts$/

/** Tables that more than one feature may write, each with its reason. */
export const sharedTables: Record<string, string> = {}
