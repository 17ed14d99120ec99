import type { OpenApiDocument } from '@busbar/wire'
import { ApiError } from '../../../api/api-error.ts'

/** What the service says of its own API; it is the same for everybody. */
export const loadDocument = async (): Promise<OpenApiDocument> => {
  const response = await fetch('/api/v1/openapi.json')
  if (!response.ok) throw new ApiError({ code: 'Unreadable', message: '', status: response.status })
  return (await response.json()) as OpenApiDocument
}
