import { openApp } from '#server/app.ts'
import type { Io } from '#server/io/io.ts'
import { openCaller, type Caller } from './caller.ts'
import { demoAccess, ensureDemoShop, type DemoAccess } from './ensure-demo-shop.ts'

type Listed = { items: { id: string }[] }

/** Makes the demo shop anew: the old one goes as any owner's would, by the product's own calls. */
export async function resetDemoShop(io: Io): Promise<DemoAccess> {
  const app = openApp(io)
  try {
    const cabinet = openCaller(app)
    if (await isThere(cabinet)) await deleteDemoShop(cabinet)
  } finally {
    await app.close()
  }
  return ensureDemoShop(io)
}

async function isThere(cabinet: Caller): Promise<boolean> {
  try {
    await cabinet('POST', '/api/v1/user/login', demoAccess.owner)
    return true
  } catch {
    return false
  }
}

/** The cashiers go first, so that their logins are free for the new shop's. */
async function deleteDemoShop(cabinet: Caller): Promise<void> {
  const { items: organizations } = await cabinet<Listed>('GET', '/api/v1/organizations')
  for (const { id: organization_id } of organizations) {
    const { items } = await cabinet<Listed>('POST', '/api/v1/pos/get-cash-register-users', {
      organization_id,
    })
    const ids = items.map(({ id }) => id)
    if (ids.length > 0) await cabinet('POST', '/api/v1/pos/delete-cash-register-users', { ids })
  }
  await cabinet('POST', '/api/v1/user/verify', { password: demoAccess.owner.password })
  await cabinet('DELETE', '/api/v1/user/profile')
}
