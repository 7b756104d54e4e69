import { BRAND, BRAND_LATIN } from '#contract/brand.ts'
import { textIn, textLanguageOf } from '../text.ts'
import { html, type Markup } from './html.ts'

export type LetterWords = {
  language: string
  subject: string
  greeting?: string | undefined
  /** Each becomes a paragraph; plain text. */
  paragraphs: string[]
  /** One thing to do. The link is ours, absolute. */
  button?: { title: string; url: string } | undefined
  /** A quieter last paragraph. */
  note?: string | undefined
}

// Mail programs know neither variables nor style sheets, so the colours of the product's light
// theme stand inline. Tables hold the width where max-width is not understood.
const font = "font-family:Onest,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

function buttonOf({ title, url }: { title: string; url: string }, fallback: string): Markup {
  return html`<p style="margin:28px 0">
      <a
        href="${url}"
        style="display:inline-block;padding:14px 26px;border-radius:10px;background:#116a59;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none"
        >${title}</a
      >
    </p>
    <p style="margin:0 0 4px;font-size:14px;color:#6c6a63">${fallback}</p>
    <p style="margin:0 0 16px;font-size:14px;word-break:break-all">
      <a href="${url}" style="color:#116a59">${url}</a>
    </p>`
}

function bodyOf(letter: LetterWords): Markup {
  const say = textIn(letter.language)
  const paragraphs = [letter.greeting, ...letter.paragraphs].filter((text) => text !== undefined)
  return html`<h1
      style="margin:0 0 20px;font-size:24px;line-height:1.25;font-weight:640;color:#25241f"
    >
      ${letter.subject}
    </h1>
    ${paragraphs.map((text) => html`<p style="margin:0 0 14px">${text}</p>`)}
    ${letter.button && buttonOf(letter.button, say('mail:button_fallback'))}
    ${letter.note === undefined ? undefined : html`<p style="margin:20px 0 0;font-size:14px;color:#6c6a63">${letter.note}</p>`}`
}

/** The sheet around the words. */
function pageOf(letter: LetterWords, language: string, brand: string, footer: string): Markup {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light" />
        <title>${letter.subject}</title>
      </head>
      <body style="margin:0;padding:0;background:#fcfbf8">
        <table
          role="presentation"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          style="background:#fcfbf8"
        >
          <tr>
            <td align="center" style="padding:32px 16px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                style="max-width:560px"
              >
                <tr>
                  <td
                    style="padding:0 4px 16px;${font};font-size:20px;font-weight:640;color:#116a59"
                  >
                    ${brand}
                  </td>
                </tr>
                <tr>
                  <td
                    style="padding:32px;background:#ffffff;border:1px solid #dfded8;border-radius:14px;${font};font-size:16px;line-height:1.55;color:#25241f"
                  >
                    ${bodyOf(letter)}
                  </td>
                </tr>
                <tr>
                  <td style="padding:16px 4px;${font};font-size:13px;color:#6c6a63">${footer}</td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`
}

/**
 * Sets a letter in the product's look: the same words as HTML and as plain text.
 * Everything given is text and is escaped.
 */
export function setLetter(letter: LetterWords): { subject: string; html: string; text: string } {
  const say = textIn(letter.language)
  const language = textLanguageOf(letter.language)
  const brand = language === 'uk' || language === 'ru' ? BRAND : BRAND_LATIN
  const footer = say('mail:footer', { brand })
  const lines = [
    letter.greeting,
    ...letter.paragraphs,
    letter.button && `${letter.button.title}:\n${letter.button.url}`,
    letter.note,
    `-- \n${footer}`,
  ]
  const text = lines.filter((line) => line !== undefined).join('\n\n')
  return {
    subject: `${letter.subject} · ${brand}`,
    html: pageOf(letter, language, brand, footer).text,
    text: `${text}\n`,
  }
}
