/** Where the files of the kit for integrators are served. Free of zod. */

export const KIT_PATH = '/pos-api/v1/kit'

/** The address of a file of the kit by its place in the tree. */
export const kitPath = (file: string): string =>
  `${KIT_PATH}/${file.replace(/^packages\/pos-/, '')}`
