package dev.effectivelyonce.spring;

import dev.effectivelyonce.core.ConfigurationException;
import dev.effectivelyonce.core.protocol.AbandonedClaimPolicy;
import dev.effectivelyonce.core.store.IdempotencyStore;
import dev.effectivelyonce.postgres.PostgresStore;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeansException;
import org.springframework.beans.PropertyAccessor;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.EmbeddedValueResolver;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.interceptor.DefaultTransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionInterceptor;

/** Finds the methods that are transactional, and the transaction manager of each. */
final class TransactionalMethods extends TransactionAspectSupport implements Surrounding.Finder {
  private final AnnotationTransactionAttributeSource attributes =
      new AnnotationTransactionAttributeSource(false);

  TransactionalMethods(ConfigurableBeanFactory beans) {
    setBeanFactory(beans);
    beans
        .getBeanProvider(TransactionInterceptor.class)
        .ifUnique(it -> setTransactionManager(it.getTransactionManager()));
    attributes.setEmbeddedValueResolver(new EmbeddedValueResolver(beans));
    setTransactionAttributeSource(attributes);
  }

  @Override
  public Surrounding of(
      Class<?> bean, Method method, AbandonedClaimPolicy policy, IdempotencyStore store) {
    TransactionAttribute attribute = attributes.getTransactionAttribute(method, bean);
    if (attribute == null) {
      return new Surrounding(store, ClosableHandler::of);
    }
    if (!(store instanceof PostgresStore records)
        || !(manager(bean, method, attribute) instanceof PlatformTransactionManager manager)
        || !isOf(manager, records)) {
      throw Surrounding.apart(method);
    }
    if (attribute.isReadOnly()
        || attribute.getPropagationBehavior() != TransactionDefinition.PROPAGATION_REQUIRED) {
      throw new ConfigurationException(
          ListenerMethods.shown(method)
              + " is @Transactional, and reads only, or has another propagation than REQUIRED: its"
              + " rows would not be in the transaction of its record",
          "Set neither on the method. The library begins the transaction");
    }
    // Never a part of another transaction, which would end later.
    DefaultTransactionAttribute own = new DefaultTransactionAttribute(attribute);
    own.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    JoinedTransactions transactions = new JoinedTransactions(manager, own, records, policy);
    return new Surrounding(new JoinedStore(records), transactions::around);
  }

  private @Nullable Object manager(Class<?> bean, Method method, TransactionAttribute attribute) {
    try {
      return determineTransactionManager(attribute, bean);
    } catch (BeansException e) {
      throw new ConfigurationException(
          ListenerMethods.shown(method) + " is @Transactional, and has no transaction manager",
          "Add one, or name one of several by @Transactional(\"…\")");
    }
  }

  /** The managers of JDBC, JPA and Hibernate have this property, and no type in common. */
  private static boolean isOf(PlatformTransactionManager manager, PostgresStore store) {
    PropertyAccessor properties = PropertyAccessorFactory.forBeanPropertyAccess(manager);
    return properties.isReadableProperty("dataSource")
        && store.source().equals(properties.getPropertyValue("dataSource"));
  }
}
