/** Puts a text on the clipboard. A page over plain HTTP has no clipboard of its own: there the old way is gone. */
export const copyText = (text: string): boolean => {
  if (window.isSecureContext) {
    void navigator.clipboard.writeText(text)
    return true
  }
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'off-screen'
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  return isCopied
}
