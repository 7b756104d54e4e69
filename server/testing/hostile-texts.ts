/**
 * What strangers write to do harm: forty texts short enough for every field that a person can type
 * into, and those that no field of one line takes. Wherever one comes alive it is heard as `evil`.
 */

export type HostileText = {
  written: string
  /** As the product keeps it: all of it, but for signs that nobody sees and that harm. */
  kept: string
}

/** Markup: each comes alive where it is not escaped. */
export const markup = [
  '<script>evil()</script>',
  '</script><script>evil()</script>',
  '<img src=x onerror=evil()>',
  '"><svg/onload=evil()>',
  `'><iframe srcdoc="<script>evil()">`,
  '</textarea></title><body onload=evil()>',
  '<details open ontoggle=evil()>',
  '" autofocus onfocus="evil()" x="',
  "' onmouseover='evil()",
  '` onclick=`evil()`',
  '<a href="javascript:evil()">evil</a>',
  'javascript:evil()',
  '<style>*{background:url(//evil.example)}',
  '<base href=//evil.example/>',
  '<meta http-equiv=refresh content=99>',
  '<form action=//evil.example><button>',
  '<object data=//evil.example>',
  '<link rel=stylesheet href=//evil.example',
  '<!--><script>evil()</script>-->',
  '<svg><style><img src=x onerror=evil()>',
]
/** For whoever reads a text twice, or once more than it was written. */
const encoded = [
  '&lt;img src=x onerror=evil()&gt;',
  '%3Cimg%20src=x%20onerror=evil()%3E',
  String.raw`\u003cimg src=x onerror=evil()\u003e`,
]
const messages = [
  '<b>evil</b><a href="tg://evil">evil</a>',
  '</b></i></pre> & && &amp; <br',
  '[evil](javascript:evil()) **evil** _`',
]
const templates = [
  "{{constructor.constructor('evil()')()}}",
  '${evil()} #{evil()} <%= evil() %>',
  '$t(common:save) {{name}} {name} {0}',
  "%s %n %1$s $& $1 $' $` $$",
  '__proto__',
  '../../evil?x=1&y=2#evil',
]
const formulas = [
  '=HYPERLINK("//evil.example";"evil")',
  "+evil|' /C calc'!A0",
  "-2+3+evil|' /C calc'!A0",
  "@SUM(1+1)*evil|' /C calc'!A0",
  '＝HYPERLINK("//evil.example")',
  'evil";=1+1;"=1+1',
]
/** Spaces of no width, line ends that look like none, and what a workbook reads as a sign. */
const odd = ['_x003D_1+1\u200b\u200f\ufeff\u2028evil']
/** Turns the sum after it around, ends within a letter, and breaks a file of XML. */
const unseen = [{ written: '\u202eevil\u2066\ufffe\ufdd0\u0085\ud800 05,21', kept: 'evil 05,21' }]

/** Forty, each at most forty characters long. */
export const hostileTexts: readonly HostileText[] = [
  ...[markup, encoded, messages, templates, formulas, odd]
    .flat()
    .map((text) => ({ written: text, kept: text })),
  ...unseen,
]

/** Refused where one line is wanted, or taken without what they do. The first is an address as well. */
export const controlTexts = [
  'https://evil.example/\u0000',
  'evil\r\nBcc: evil@evil.example\r\n\r\n',
  '\u001b]0;evil\u0007\u001b[31m',
  '\u0008\u0008\u0008\u007fevil',
]
