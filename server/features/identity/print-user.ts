import type { z } from 'zod'
import type { Profile, User } from '#contract/user.ts'
import type { theme } from '#contract/wire.ts'
import type { Config } from '#server/io/config.ts'
import type { UserRow } from './store.ts'

type Printed = Pick<UserRow, 'id' | 'email' | 'first_name' | 'last_name' | 'language' | 'theme'> & {
  email_confirmed_at: Date | null
}

/** The account as sign-in answers it. */
export function printUser(row: Printed): User {
  return {
    id: row.id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    email_confirmed: row.email_confirmed_at !== null,
    language: row.language as User['language'],
    theme: row.theme as z.output<typeof theme>,
  }
}

type Keys = { providers: string[]; second_factor: { since: Date; recovery_codes: number } | null }

/** The account as its owner reads it. */
export function printProfile(config: Config, row: UserRow, keys: Keys): Profile {
  const user = printUser(row)
  return {
    ...user,
    pending_email: row.pending_email,
    phone: row.phone,
    date_format: row.date_format as Profile['date_format'],
    hotkeys: row.hotkeys,
    email_reports: row.email_reports,
    has_password: row.password_hash !== null,
    providers: keys.providers as Profile['providers'],
    second_factor: keys.second_factor && {
      since: keys.second_factor.since.toISOString(),
      recovery_codes: keys.second_factor.recovery_codes,
    },
    is_platform_administrator:
      user.email_confirmed && config.PLATFORM_ADMIN_EMAILS.includes(row.email),
    created_at: row.created_at.toISOString(),
  }
}
