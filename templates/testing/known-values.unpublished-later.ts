/** As the other list, for families that came later: where their maps were taken from, a frame was looked for and not found. */
export const unpublishedLater: Readonly<Record<string, string>> = {
  'dzg-dvh4013':
    'DZG communication protocol of the DVH4013; inoa-io inoa-cloud; volkszaehler mbmd: registers, no reading; wiki and list volkszaehler-users of December 2016, of which only the beginnings were at hand',
}
