/** The floors of the server: a feature imports features of lower floors only. See docs/house.md. */
export const floors: Record<string, number> = {
  audit: 0,
  ledger: 0,
  identity: 0,
  locations: 1,
  feedback: 1,
  notices: 1,
  sheets: 1,
  organizations: 2,
  program: 3,
  licensing: 3,
  catalog: 3,
  pos: 4,
  promotions: 4,
  buyers: 4,
  payments: 4,
  receipts: 5,
  gifts: 6,
  replay: 6,
  segments: 6,
  bots: 6,
  posts: 7,
  notifications: 7,
  anomalies: 7,
  moving: 7,
  archives: 7,
  webhooks: 7,
  reports: 8,
}

/** Files with these names are private to their feature; `app.ts` alone takes routes and jobs. */
export const privateFiles = /^(routes|store|jobs|messages)(-\w+)*\.ts$|-(store|routes|jobs)\.ts$/

/** Tables that more than one feature may write, each with its reason. */
export const sharedTables: Record<string, string> = {}
