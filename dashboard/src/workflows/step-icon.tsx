import {
  Bell,
  Clock,
  Code,
  Gauge,
  Layers,
  type LucideIcon,
  Mail,
  MessageSquare,
  MessagesSquare,
  Smartphone,
} from "lucide-react";
import { kindOf } from "../timeline/words.ts";
import styles from "./step-icon.module.css";

const ICONS: Readonly<Record<string, LucideIcon>> = {
  in_app: Bell,
  email: Mail,
  sms: MessageSquare,
  chat: MessagesSquare,
  push: Smartphone,
  digest: Layers,
  delay: Clock,
  throttle: Gauge,
  custom: Code,
};

type StepIconProps = {
  type: string;
  /** True: the type is named beside it. */
  isDecoration?: boolean;
};

/** The type of a step as a picture; its name is its title, and read by screen readers. */
export function StepIcon({ type, isDecoration }: StepIconProps) {
  const Icon = ICONS[type] ?? Code;
  if (isDecoration) return <Icon size={16} aria-hidden />;
  return (
    <span className={styles.icon} title={kindOf(type)}>
      <Icon size={16} aria-hidden />
      <span className="visually-hidden">{kindOf(type)}</span>
    </span>
  );
}
