/** The cashback a visitor chose in the calculator, kept from the sign-up to the wizard's step. */

const KEY = 'wished_cashback'

/** Takes `?cashback=` of the sign-up's address; anything but a per cent of 0–100 is left out. */
export function keepWishedCashback(asked: unknown) {
  const percent = asked === undefined || asked === '' ? Number.NaN : Number(asked)
  if (percent > 0 && percent <= 100) sessionStorage.setItem(KEY, String(percent))
}

/** What was chosen, to two digits as the settings have it; undefined when nothing was. */
export function wishedCashback(): number | undefined {
  const stored = sessionStorage.getItem(KEY)
  return stored === null ? undefined : Math.round(Number(stored) * 100) / 100
}

export const forgetWishedCashback = () => sessionStorage.removeItem(KEY)
