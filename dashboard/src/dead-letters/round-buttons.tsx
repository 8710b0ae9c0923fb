import { Button } from "../components/button.tsx";
import type { useRounds } from "./use-rounds.ts";
import { words } from "./words.ts";

type ButtonsProps = {
  rounds: Pick<ReturnType<typeof useRounds>, "isBusy" | "isStopped" | "stop">;
  onClose: () => void;
};

/** Stop while it goes on, then Close. */
export function RoundButtons({ rounds: { isBusy, isStopped, stop }, onClose }: ButtonsProps) {
  if (!isBusy) return <Button onClick={onClose}>{words.close}</Button>;
  return (
    <Button onClick={stop} disabled={isStopped}>
      {words.stop}
    </Button>
  );
}
