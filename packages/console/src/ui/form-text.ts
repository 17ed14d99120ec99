/** What was typed into a field of a form. */
export const formText = (form: FormData, name: string): string => {
  const given = form.get(name)
  return typeof given === 'string' ? given : ''
}
