/** Hands a file to the browser. A plain link to the service could not send the session. */
export const saveFile = (file: Blob, fileName: string): void => {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
