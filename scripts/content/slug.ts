/** Latin letters for the Ukrainian ones, as the government's table of 2010 has them. */
const letters: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'h',
  ґ: 'g',
  д: 'd',
  е: 'e',
  є: 'ie',
  ж: 'zh',
  з: 'z',
  и: 'y',
  і: 'i',
  ї: 'i',
  й: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ь: '',
  ю: 'iu',
  я: 'ia',
}

/** The same at the beginning of a word. */
const beginning: Record<string, string> = { є: 'ye', ї: 'yi', й: 'y', ю: 'yu', я: 'ya' }

/** The part of an address that a heading gets: `Як почати` → `yak-pochaty`. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/(?<!\p{L})[єїйюя]/gu, (letter) => beginning[letter] ?? letter)
    .replaceAll(/\p{L}/gu, (letter) => letters[letter] ?? letter)
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
