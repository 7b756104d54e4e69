import type { Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { confirmationRoutes } from './confirmation-routes.ts'
import { listRoutes } from './list-routes.ts'
import { ownerRoutes } from './owner-routes.ts'
import { productRoutes } from './product-routes.ts'
import { tillRoutes } from './till-routes.ts'

export const routes = (io: Io): Route[] => [
  ...tillRoutes(io),
  ...confirmationRoutes(io),
  ...listRoutes(io),
  ...ownerRoutes(io),
  ...productRoutes(io),
]
