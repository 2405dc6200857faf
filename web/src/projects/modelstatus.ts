import { useLoaded } from './loaded.ts'
import { readModelStatus, type ModelStatus } from './routes.ts'

/** Whether the server has a model that writes scenes; null until it has said so. If it cannot say, forms try it. */
export function useModelStatus(): ModelStatus | null {
  const { value, error } = useLoaded('model', readModelStatus, null)
  return value ?? (error === null ? null : { configured: true })
}
