/** Queries stay plain text: a phone must not become a number, nor its plus a space. */
export const plainSearch = {
  parseSearch: (text: string): Record<string, string> =>
    Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (values: Record<string, unknown>): string => {
    const params = new URLSearchParams()
    for (const [key, value] of Object.entries(values as Record<string, string | undefined>)) {
      if (value) params.set(key, value)
    }
    return params.size ? `?${params}` : ''
  },
}
