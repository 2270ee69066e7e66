/** «Uploading… 45%»; what is sent whole is being kept by the server. */
export const uploadingText = (sentShare: number) =>
  sentShare > 0 ? `Uploading… ${Math.floor(sentShare * 100)}%` : 'Uploading…'
