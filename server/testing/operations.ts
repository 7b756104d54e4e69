/** Every operation of both OpenAPI documents, and the request that the matrix of rights knows to be right. */
import { allRoutes } from '#server/app.ts'
import type { Io } from '#server/io/io.ts'
import { openApiDocument } from '#server/io/openapi.ts'
import { samples, type Ids, type Sample } from '../../checks/permission-samples.ts'

export type Operation<Document = unknown> = {
  /** `GET /api/v1/buyers/{buyer_id}` */
  name: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  access: string
  /** What the served document tells of it. */
  document: Document
}

export function readOperations<Document>(io: Io): Operation<Document>[] {
  const endpoints = allRoutes(io).map(({ endpoint }) => endpoint)
  return ['/api/v1', '/pos-api/v1'].flatMap((prefix) =>
    Object.entries(openApiDocument(endpoints, prefix, '').paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, document]) => ({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase() as Operation['method'],
        path,
        access: (document as { 'x-access': string })['x-access'],
        document: document as Document,
      })),
    ),
  )
}

export function sampleOf({ name }: Pick<Operation, 'name'>, ids: object): Sample {
  const sample = samples[name]
  if (!sample) throw new Error(`${name} has no sample in checks/permission-samples.ts`)
  return sample(ids as Ids)
}

/** The address of an operation with a sample's values; path parts go by their name among the ids. */
export function addressOf(
  { path }: Pick<Operation, 'path'>,
  sample: Pick<Sample, 'params' | 'query'>,
  ids: Record<string, string>,
): string {
  const whole = path.replace(
    /\{(\w+)\}/g,
    (_all, name: string) => sample.params?.[name] ?? ids[name] ?? 'missing',
  )
  const query = new URLSearchParams(sample.query ?? {}).toString()
  return query === '' ? whole : `${whole}?${query}`
}
