/** What each dialog about many devices is given. */
export interface BulkDialogProps {
  deviceIds: readonly number[]
  onClose: () => void
  /** It is done: nothing is selected any more. */
  onDone: () => void
}
