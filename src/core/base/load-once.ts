/**
 * Calls `load` on first use and shares its result. A failed load is forgotten, so that the
 * next use tries again.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  const forgetFailed = async (begun: Promise<T>): Promise<T> => {
    try {
      return await begun;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  return () => (loading ??= forgetFailed(load()));
}
