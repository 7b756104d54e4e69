/** A form with one file, as a browser sends it. */
export function formOf(bytes: Buffer, name = 'file.csv', field = 'file') {
  const boundary = 'verta-boundary'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  return {
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** A form with text fields and, where given, a picture in `image`. */
export function fieldsForm(fields: Record<string, string>, image?: Buffer) {
  const boundary = 'verta-boundary'
  const part = (name: string, rest = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n`
  const texts = Object.entries(fields).map(([name, value]) => `${part(name)}${value}\r\n`)
  const file = image && [
    part('image', '; filename="a.png"\r\nContent-Type: image/png'),
    image,
    '\r\n',
  ]
  const pieces = [...texts, ...(file ?? []), `--${boundary}--\r\n`]
  return {
    body: Buffer.concat(pieces.map((piece) => Buffer.from(piece))),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
